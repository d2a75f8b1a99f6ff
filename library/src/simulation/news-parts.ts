import {
  addNewsHashes,
  createNews,
  listHearsay,
  renumberNews,
  spreadNews,
} from '../environment/news/index.ts';
import { registerHearers } from '../steering/hearers.ts';
import type { WorldParts } from './parts.ts';

export const newsParts = {
  createNews: ({ dt, groups }) => {
    registerHearers();
    return createNews(
      groups.map(({ sharing }) => sharing),
      dt,
    );
  },
  spreadNews,
  listHearsay,
  addNewsHashes,
  renumberNews,
} satisfies Partial<WorldParts>;
