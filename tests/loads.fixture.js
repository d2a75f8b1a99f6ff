// Prints on stderr, at the end, every file that a process has loaded as a module: node --import this-file …
import { register } from 'node:module';

register(
  `data:text/javascript,${encodeURIComponent(`
    import { writeSync } from 'node:fs';
    export async function load(url, context, next) {
      if (url.startsWith('file:')) writeSync(2, 'loaded ' + url + '\\n');
      return next(url, context);
    }`)}`,
);
