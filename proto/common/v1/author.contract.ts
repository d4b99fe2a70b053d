/** Describes the name beside the id of an author (decisions 1: Names). */
export const AUTHOR_NAME =
  'Current name of that user or API key. Null in events, for callers that are API keys or of role client, and while the name is not known.';
