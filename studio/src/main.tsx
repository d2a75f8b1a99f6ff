import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { listenToDrops } from './editor/page/entry.ts';
import { openAddress } from './state/address.ts';

createRoot(document.getElementById('studio')!).render(<App />);
openAddress();
addEventListener('hashchange', openAddress);
listenToDrops();
