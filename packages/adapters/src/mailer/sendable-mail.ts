import { type Mail, MailRefused } from '@portal/service-kit/ports/mailer'

const addressMax = 254
/** An address (a subset of RFC 5321 §4.1.2) that no program can take for two. */
const oneAddress = /^[^\s"(),:;<>@[\]\\\p{Cc}]+@[^\s"(),:;<>@[\]\\\p{Cc}]+$/u
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

/** The mail with header fields on single lines. Throws MailRefused for anything but one address. */
export function sendableMail(mail: Mail): Mail {
  const { address, name } = mail.to
  if (!uuid.test(mail.id)) throw new Error('The id of a mail must be a UUID.')
  if (address.length > addressMax || !oneAddress.test(address))
    throw new MailRefused('This is not an e-mail address.')
  return {
    ...mail,
    to: name === undefined ? { address } : { address, name: singleLine(name) },
    subject: singleLine(mail.subject),
  }
}

function singleLine(text: string): string {
  return text.replace(controls, ' ').trim()
}
