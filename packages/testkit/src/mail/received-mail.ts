import PostalMime from 'postal-mime'

/** A mail as received. `headers` are lower-case names, in the mail's order. */
export interface ReceivedMail {
  readonly to: { readonly address: string; readonly name: string }
  readonly from: { readonly address: string; readonly name: string }
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly messageId: string
  readonly headers: readonly { readonly name: string; readonly value: string }[]
}

/** Parses a mail (RFC 5322, MIME) with a different library than the one that writes it. */
export async function readReceivedMail(source: Uint8Array): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(source)
  const [to] = mail.to ?? []
  return {
    to: { address: to?.address ?? '', name: to?.name ?? '' },
    from: { address: mail.from?.address ?? '', name: mail.from?.name ?? '' },
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    messageId: mail.messageId ?? '',
    headers: mail.headers.map(({ key, value }) => ({ name: key, value })),
  }
}
