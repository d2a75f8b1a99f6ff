export { FileError, openRegularFile, readStandardInput, readTextFile } from './read-file.ts';
