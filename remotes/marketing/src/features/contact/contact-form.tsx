import { toast } from '@portal/remote-kit/toast'
import { Button } from '@portal/ui/button'
import { CopyButton } from '@portal/ui/copy-button'
import { TextAreaField } from '@portal/ui/text-area-field'
import { TextField } from '@portal/ui/text-field'
import { useUnsavedText } from '@portal/ui/unsaved-text'
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import {
  type ContactFields,
  contactBody,
  contactSubject,
  copiedMessage,
  mailtoAddress,
  mailtoLengthMax,
} from './contact-message.ts'

const empty: ContactFields = { name: '', email: '', company: '', subject: '', message: '' }

/** Time for the mail program to take over before the form is cleared. */
const handoverMs = 400

/** Product §2 and §5: native checks alone; the message leaves by the visitor's mail program. */
export function ContactForm({ mailbox }: { mailbox: string }) {
  const [fields, setFields] = useState(empty)
  const [isSending, setSending] = useState(false)
  const isInMailProgram = useRef(false)
  useUnsavedText(() => !isInMailProgram.current && Object.values(fields).some((text) => text.trim() !== ''))
  const address = mailtoAddress(mailbox, contactSubject(fields), contactBody(fields))
  const isTooLong = address.length > mailtoLengthMax

  useEffect(() => {
    if (!isSending) return
    const timer = setTimeout(() => {
      toast({
        title: 'Message prepared',
        description: 'Your email client will open with the message ready to send.',
      })
      setFields(empty)
      setSending(false)
    }, handoverMs)
    return () => clearTimeout(timer)
  }, [isSending])

  /** To the browser a mailto address is a way out of the page, which would ask first. */
  const openMailProgram = () => {
    isInMailProgram.current = true
    setTimeout(() => {
      isInMailProgram.current = false
    }, handoverMs)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isTooLong || isSending) return
    setSending(true)
    openMailProgram()
    window.location.assign(address)
  }
  const field = (name: keyof ContactFields) => ({
    name,
    value: fields[name],
    onChange: ({ target: { value } }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setFields((now) => ({ ...now, [name]: value })),
  })
  return (
    <form onSubmit={submit} className="grid gap-5 sm:grid-cols-2">
      <TextField {...field('name')} label="Full Name" scale="lg" required autoComplete="name" />
      <TextField
        {...field('email')}
        label="Email Address"
        type="email"
        scale="lg"
        required
        autoComplete="email"
      />
      <TextField
        {...field('company')}
        label="Company Name"
        optional
        scale="lg"
        autoComplete="organization"
        className="sm:col-span-2"
      />
      <TextField {...field('subject')} label="Subject" scale="lg" required className="sm:col-span-2" />
      <TextAreaField
        {...field('message')}
        label="Message"
        rows={6}
        required
        placeholder="Tell us how we can help you..."
        className="sm:col-span-2"
        hint="Please leave out passwords and personal data of others."
      />
      <div className="sm:col-span-2">
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="primary" size="xl" busy={isSending} disabled={isTooLong}>
            {isSending ? 'Sending...' : 'Send Message'}
          </Button>
          <CopyButton value={copiedMessage(fields)} label="Copy message" showLabel />
        </div>
        <p aria-live="polite" className="mt-4 text-pretty text-13 text-warning-text empty:hidden">
          {isTooLong &&
            `This message is too long for mail programs to take over. Copy it and send it to ${mailbox}.`}
        </p>
        <p className="mt-3 text-13 text-tertiary">
          No mail program on this device? Copy the message and send it to{' '}
          <a
            href={`mailto:${mailbox}`}
            onClick={openMailProgram}
            className="text-accent-text underline underline-offset-3 break-all"
          >
            {mailbox}
          </a>
          .
        </p>
      </div>
    </form>
  )
}
