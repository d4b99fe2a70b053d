import { AppError } from '#chassis/domain/errors.ts';
import { bankStatementStyles } from '#proto/finance/v1/contract.ts';
import { type BodyKind, isObject } from '../payload/bodies.ts';
import { echo } from '../payload/echo.ts';
import { refusal, valueError } from '../payload/validate.ts';

const STYLES = Object.entries(bankStatementStyles);

/**
 * Lets fields of a body have a name in either style (decisions 6: Bank statement); `kind` gets one style only.
 * `isChange`: null clears a field, so null and a value for the same field conflict. In a new record null counts as
 * absent.
 */
export function inEitherStyle<Body>(
  kind: BodyKind<Body>,
  { schema, isChange = false }: { schema: BodyKind['schema']; isChange?: boolean },
): BodyKind<Body> {
  return {
    ...kind,
    schema,
    async validate(value) {
      if (!isObject(value)) return kind.validate(value);
      try {
        return await kind.validate(inOneStyle(value, isChange));
      } catch (error) {
        throw asSent(error, value);
      }
    },
  };
}

/** Throws validation_failed if the two names of a field have different values. */
function inOneStyle(body: Record<string, unknown>, isChange: boolean): Record<string, unknown> {
  const result = { ...body };
  const issues = [];
  for (const [snake, camel] of STYLES) {
    if (!Object.hasOwn(body, snake)) continue;
    delete result[snake];
    const isSaid = (name: string) => Object.hasOwn(body, name) && (isChange || body[name] !== null);
    if (isSaid(snake) && isSaid(camel) && !isSame(body[snake], body[camel])) {
      issues.push(
        valueError(['body', snake], `${snake} and ${camel} have different values`, echo(body[snake], [snake])),
      );
    }
    result[camel] ??= body[snake];
  }
  if (issues.length > 0) throw refusal(issues);
  return result;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Changes the location of each fault to the field name that the caller sent. */
function asSent(error: unknown, body: Record<string, unknown>): unknown {
  if (!(error instanceof AppError) || !error.issues) return error;
  const sent = new Map<string | undefined, string>(
    STYLES.flatMap(([snake, camel]) =>
      Object.hasOwn(body, snake) && !Object.hasOwn(body, camel) ? [[camel, snake]] : [],
    ),
  );
  const issues = error.issues.map((issue) => {
    const [from = 'body', field, ...rest] = issue.loc;
    const name = sent.get(field);
    return name === undefined ? issue : { ...issue, loc: [from, name, ...rest] };
  });
  return new AppError(error.code, error.message, { issues, cause: error });
}
