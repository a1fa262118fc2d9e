/** Database names contain no hyphens. */
export function databaseName(process: string): string {
  return process.replaceAll('-', '_')
}
