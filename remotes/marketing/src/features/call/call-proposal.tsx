import { toast } from '@portal/remote-kit/toast'
import { Button } from '@portal/ui/button'
import { classNames } from '@portal/ui/class-names'
import { CopyButton } from '@portal/ui/copy-button'
import { TextField } from '@portal/ui/text-field'
import { CalendarPlus, Mail } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { mailtoAddress } from '../contact/contact-message.ts'
import { calendarFile } from './calendar-file.ts'
import { callMinutes, proposedDays, timeInWords } from './proposed-times.ts'

const timesMax = 3
const subject = 'Proposed times for a call'
const day = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' })
const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** Long enough for a name or a subject, short enough for a mail program. */
const topicLengthMax = 200

const openedAt = new Date()
const neverChanges = () => () => undefined

/** When the page was opened; null on the server, whose days would be old. */
function useOpenedAt(): Date | null {
  return useSyncExternalStore(
    neverChanges,
    () => openedAt,
    () => null,
  )
}

/** Up to three times, proposed by mail and noted in the visitor's own calendar. */
export function CallProposal({ mailbox }: { mailbox: string }) {
  const now = useOpenedAt()
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [topic, setTopic] = useState('')
  const times = chosen.toSorted((a, b) => a - b).map((time) => new Date(time))
  const body = proposal(times, topic)
  const toggle = (time: number) =>
    setChosen(chosen.includes(time) ? chosen.filter((other) => other !== time) : [...chosen, time])
  const send = () => {
    window.location.assign(mailtoAddress(mailbox, subject, body))
    toast({
      title: 'Message prepared',
      description: 'Your email client will open with the message ready to send.',
    })
  }
  const isNone = times.length === 0
  return (
    <div className="grid gap-8">
      {now && <TimeChoice now={now} chosen={chosen} onToggle={toggle} />}
      <TextField
        label="What should we talk about?"
        optional
        scale="lg"
        value={topic}
        maxLength={topicLengthMax}
        onChange={({ target }) => setTopic(target.value)}
      />
      <div>
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="primary" size="xl" className="max-sm:w-full" disabled={isNone} onClick={send}>
            <Mail className="size-4" />
            Propose by e-mail
          </Button>
          <Button
            size="xl"
            className="max-sm:w-full"
            disabled={isNone}
            onClick={() => download(times, mailbox, topic)}
          >
            <CalendarPlus className="size-4" />
            Calendar file
          </Button>
          {!isNone && <CopyButton value={body} label="Copy proposal" showLabel />}
        </div>
        <p className="mt-4 text-pretty text-13 text-tertiary">
          {isNone
            ? 'Choose at least one time.'
            : `Send the mail to ${mailbox}. The calendar file holds the times as tentative entries until we confirm one.`}
        </p>
      </div>
    </div>
  )
}

interface TimeChoiceProps {
  readonly now: Date
  readonly chosen: readonly number[]
  readonly onToggle: (time: number) => void
}

function TimeChoice({ now, chosen, onToggle }: TimeChoiceProps) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <section aria-labelledby="times">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="times" className="font-semibold text-18">
          Choose up to three times
        </h2>
        <p role="status" className="text-13 text-tertiary tabular-nums">
          {chosen.length} of {timesMax} chosen
        </p>
      </div>
      <p className="mt-1 text-14 text-secondary">
        {callMinutes} minutes each, in your time zone ({zone}).
      </p>
      <ul className="mt-5 divide-y divide-default border-default border-y">
        {proposedDays(now).map(({ day: date, times }) => (
          <li
            key={date.getTime()}
            className="grid items-center gap-x-6 gap-y-2 py-3.5 sm:grid-cols-[1fr_auto]"
          >
            <h3 id={`day-${date.getTime()}`} className="font-medium text-15">
              {day.format(date)}
            </h3>
            <fieldset aria-labelledby={`day-${date.getTime()}`} className="grid grid-cols-4 gap-2">
              {times.map((time) => {
                const isChosen = chosen.includes(time.getTime())
                return (
                  <button
                    key={time.getTime()}
                    type="button"
                    aria-pressed={isChosen}
                    disabled={!isChosen && chosen.length >= timesMax}
                    onClick={() => onToggle(time.getTime())}
                    className={classNames(
                      'h-10 rounded-pill border px-2 sm:px-3.5 font-medium text-14 tabular-nums disabled:cursor-not-allowed disabled:border-default disabled:bg-sunken disabled:text-tertiary',
                      isChosen
                        ? 'border-accent bg-accent text-accent-on'
                        : 'border-control bg-panel not-disabled:hover:bg-hover',
                    )}
                  >
                    {hour.format(time)}
                  </button>
                )
              })}
            </fieldset>
          </li>
        ))}
      </ul>
    </section>
  )
}

function proposal(times: readonly Date[], topic: string): string {
  return [
    `I would like to talk to you for ${callMinutes} minutes. These times suit me:`,
    ...times.map((time) => `- ${timeInWords(time)}`),
    ...(topic.trim() === '' ? [] : ['', `Topic: ${topic.trim()}`]),
  ].join('\n')
}

function download(times: readonly Date[], mailbox: string, topic: string): void {
  const summary = topic.trim() === '' ? 'Call about the compliance portal' : `Call: ${topic.trim()}`
  const text = calendarFile({ times, mailbox, summary, now: new Date() })
  const address = URL.createObjectURL(new Blob([text], { type: 'text/calendar' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: 'call.ics' })
  link.click()
  URL.revokeObjectURL(address)
}
