/** First and last name joined, as far as given; null when neither is. */
export function fullName({
  firstName,
  lastName,
}: {
  readonly firstName?: string | null | undefined
  readonly lastName?: string | null | undefined
}): string | null {
  const name = [firstName, lastName].filter(Boolean).join(' ').trim()
  return name === '' ? null : name
}
