// three comes without types; its own package of types would bring six more packages.
declare module 'three';
declare module 'three/examples/jsm/controls/OrbitControls.js';
