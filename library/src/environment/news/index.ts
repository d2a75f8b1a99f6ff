export { spreadNews } from './gossip.ts';
export { listHearsay } from './heed.ts';
export { createNews, type News, renumberNews, reserveNews, tablesOfNews } from './news.ts';
export { addNewsHashes, type KnownThing, readNews } from './read.ts';
