import { registerHooks } from 'node:module';

// openapi-typescript writes types with the compiler's JavaScript API, which TypeScript has no more from 7 on.
registerHooks({
  resolve: (specifier, context, next) => next(specifier === 'typescript' ? 'typescript-5' : specifier, context),
});
