import PostalMime from 'postal-mime'

/** A mail as its recipient meets it. `headers` are names in lower case, in the order of the mail. */
export interface ReceivedMail {
  readonly to: { readonly address: string; readonly name: string }
  readonly from: { readonly address: string; readonly name: string }
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly messageId: string
  readonly headers: readonly { readonly name: string; readonly value: string }[]
}

/** Reads a mail as programs do that show it (RFC 5322, MIME), by another library than the one that wrote it. */
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
