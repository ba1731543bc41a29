/** The package has no types: its default export is the path of the program. */
declare module 'workerd' {
  const path: string;
  export default path;
}
