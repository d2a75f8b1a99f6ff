// The worker of browser-three.js: the world is here, the page draws it.
import { serveWorld } from 'wend/worker';

serveWorld(globalThis);
