/** What is known of a person's name. */
export interface NameParts {
  readonly firstName?: string | null | undefined
  readonly lastName?: string | null | undefined
}

/** First and last name joined, as far as given; null when neither is. */
export function fullName({ firstName, lastName }: NameParts): string | null {
  const name = [firstName, lastName].filter(Boolean).join(' ').trim()
  return name === '' ? null : name
}
