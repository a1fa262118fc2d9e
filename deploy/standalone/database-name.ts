/** The name of a process's database: names of databases have no hyphens. */
export function databaseName(process: string): string {
  return process.replaceAll('-', '_')
}
