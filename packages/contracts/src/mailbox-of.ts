/**
 * The mailbox to which mails for an address are delivered, for counting them: in lower case, and
 * without a subaddress (RFC 5233), so that `a+1@b.example` is `a@b.example`.
 */
export function mailboxOf(address: string): string {
  return address
    .trim()
    .toLowerCase()
    .replace(/^([^+@]+)\+[^@]*@/, '$1@')
}
