/** Drawings of 24 × 24, as lines. */
const LINES = {
  fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  gallery: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  restart: 'M5 12a7 7 0 1 0 2.2-5.1M7 3v4h4',
  back: 'M15 6l-6 6 6 6',
  on: 'M9 6l6 6-6 6',
  close: 'M6 6l12 12M18 6L6 18',
  dice: 'M5 5h14v14H5zM9 9h.01M15 15h.01M15 9h.01M9 15h.01',
  save: 'M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14',
  follow: 'M12 3v4M12 17v4M3 12h4M17 12h4M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  theme: 'M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16',
  help: 'M9 9a3 3 0 1 1 4.2 2.8c-.8.4-1.2 1-1.2 2.2M12 17.5h.01',
  edit: 'M5 19l1-4L16 5l3 3L9 18zM14 7l3 3',
  standards: 'M6 4h12v16H6zM9 9l1.5 1.5L13 8M9 15l1.5 1.5L13 14M15.5 9.5h.01M15.5 15.5h.01',
  cube: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9',
} as const;

const SHAPES = {
  play: 'M8 5v14l11-7z',
  pause: 'M7 5h4v14H7zM14 5h4v14h-4z',
} as const;

export type IconName = keyof typeof LINES | keyof typeof SHAPES;

export function Icon({ name }: { name: IconName }) {
  const isShape = name in SHAPES;
  const path = isShape ? SHAPES[name as keyof typeof SHAPES] : LINES[name as keyof typeof LINES];
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={isShape ? 'shape' : 'lines'}>
      <path d={path} />
    </svg>
  );
}
