import type { OpenApi, Parameter } from '../../openapi/openapi.ts';
import type { Entry } from './example.ts';
import { fieldTexts, rowTexts } from './fields.ts';
import { accessWords } from './operation.ts';

type Texts = [name: string, text: string][];

/**
 * The texts of the reference, for its search. Each text, and each list of texts, is stored once, because operations share
 * them. The page has the titles and the paths.
 */
export interface SearchIndex {
  /** Each text with the name of its field; '' for a paragraph. */
  texts: Texts;
  /** Positions in `texts`. */
  lists: number[][];
  operations: { id: string; groups: [heading: string, list: number][] }[];
}

/** The texts of `operationSection`, by the headings that it has. */
export function searchIndex(entries: Entry[], document: OpenApi): SearchIndex {
  const [texts, lists] = [new Positions<Texts[number]>(), new Positions<number[]>()];
  const operations = entries.map((entry) => ({
    id: entry.operation.operationId,
    groups: groupsOf(entry, document)
      .filter(([, list]) => list.length > 0)
      .map(([heading, list]): [string, number] => [heading, lists.of(list.map((text) => texts.of(text)))]),
  }));
  return { texts: texts.values(), lists: lists.values(), operations };
}

/** Different values, in the order in which they came. */
class Positions<Value> {
  private readonly known = new Map<string, number>();

  /** The position of an equal value, which is added if it is new. */
  of(value: Value): number {
    const key = JSON.stringify(value);
    if (!this.known.has(key)) this.known.set(key, this.known.size);
    return this.known.get(key) as number;
  }

  values(): Value[] {
    return [...this.known.keys()].map((key) => JSON.parse(key) as Value);
  }
}

function groupsOf({ operation }: Entry, { components: { schemas } }: OpenApi): [heading: string, texts: Texts][] {
  const { description, parameters, requestBody, responses } = operation;
  const [body] = Object.values(requestBody?.content ?? {});
  const answer = responses['200']?.content?.['application/json']?.schema;
  const parametersIn = (place: Parameter['in']) =>
    parameters
      .filter((parameter) => parameter.in === place)
      .flatMap(({ name, schema, required, description }) =>
        rowTexts(name, schema, required === true, schemas, description),
      );
  const paragraphs = [accessWords(operation).join(' '), ...(description ?? '').split(/\n\n+/)];
  return [
    ['', paragraphs.map((text) => ['', text.replaceAll('`', '')])],
    ['Path', parametersIn('path')],
    ['Query', parametersIn('query')],
    ['Body', body ? fieldTexts(body.schema, schemas) : []],
    ['Headers', parametersIn('header')],
    [
      'Answers',
      Object.entries(responses).map(([status, one]) => ['', `${status} ${one.description ?? ''}`.replaceAll('`', '')]),
    ],
    ['Answers', answer ? fieldTexts(answer, schemas) : []],
  ];
}
