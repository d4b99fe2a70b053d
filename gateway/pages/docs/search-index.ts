import type { OpenApi, Parameter } from '../../openapi/openapi.ts';
import { fieldTexts, rowTexts } from './fields.ts';
import { accessWords, type Entry } from './operation.ts';

type Texts = [name: string, text: string][];

/** The texts of the reference, for its search. Lists of texts that operations share are stored once. */
export interface SearchIndex {
  /** Each text with the name of its field; '' for a paragraph. */
  lists: Texts[];
  operations: { id: string; title: string; call: string; groups: [heading: string, list: number][] }[];
}

/** The texts of `operationSection`, by the headings that it has. */
export function searchIndex(entries: Entry[], document: OpenApi): SearchIndex {
  const lists = new Map<string, number>();
  const listed = (texts: Texts) => {
    const key = JSON.stringify(texts);
    if (!lists.has(key)) lists.set(key, lists.size);
    return lists.get(key) as number;
  };
  const operations = entries.map((entry) => ({
    id: entry.operation.operationId,
    title: entry.operation.summary,
    call: `${entry.method.toUpperCase()} ${entry.path}`,
    groups: groupsOf(entry, document)
      .filter(([, texts]) => texts.length > 0)
      .map(([heading, texts]): [string, number] => [heading, listed(texts)]),
  }));
  return { lists: [...lists.keys()].map((key) => JSON.parse(key) as Texts), operations };
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
