import { registerHooks } from 'node:module';

// openapi-typescript needs the compiler's JavaScript API, which TypeScript 7 no longer has.
registerHooks({
  resolve: (specifier, context, next) => next(specifier === 'typescript' ? 'typescript-5' : specifier, context),
});
