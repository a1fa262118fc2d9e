/** First and last name as they are known of a person. */
export interface NameParts {
  readonly firstName?: string | null | undefined
  readonly lastName?: string | null | undefined
}

/** First and last name, as far as they are given; null while neither is. */
export function fullName({ firstName, lastName }: NameParts): string | null {
  const name = [firstName, lastName].filter(Boolean).join(' ').trim()
  return name === '' ? null : name
}
