import { type Mail, MailRefused } from '@portal/service-kit/ports/mailer'

const addressMax = 254
/** One address and nothing else: no list, no name, no route, no quoting (a subset of RFC 5321 §4.1.2), so no program reads it as two. */
const oneAddress = /^[^\s"(),:;<>@[\]\\\p{Cc}]+@[^\s"(),:;<>@[\]\\\p{Cc}]+$/u
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

/** A mail whose header fields are single lines. Throws MailRefused for what is not one address, Error for an id that is no UUID. */
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
