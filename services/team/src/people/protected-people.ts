import type { PersonRow } from './load-person.ts'

/** Whether a login name belongs to operators, in whatever case it is typed: providers compare names without it. */
export function isGrantedToOperators(username: string, operators: readonly string[]): boolean {
  return operators.some((name) => name.toLowerCase() === username.trim().toLowerCase())
}

/** Whether no route may delete this person (decision 7). */
export function isProtected({ id, username }: Pick<PersonRow, 'id' | 'username'>, list: readonly string[]) {
  return list.includes(id) || (username !== null && isGrantedToOperators(username, list))
}
