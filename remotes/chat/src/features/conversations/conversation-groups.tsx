import type { Conversation } from '@portal/contracts/chat'
import { Link } from '@portal/remote-kit/link'
import { RelativeTime } from '@portal/ui/relative-time'
import type { KeyboardEvent, ReactNode } from 'react'
import { groupByAge } from './group-by-age.ts'

interface ConversationGroupsProps {
  readonly conversations: readonly Conversation[]
  readonly current: string | null
  readonly addressOf: (id: string) => string
  readonly onChoose: (() => void) | undefined
  /** Below the last one. */
  readonly children: ReactNode
}

/** Conversations under the time they began in. The arrow keys go from one to the next. */
export function ConversationGroups(props: ConversationGroupsProps) {
  const { conversations, current, addressOf, onChoose } = props
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside take the focus; the keys bubble up to here.
    <div className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1 pb-1" onKeyDown={moveByArrow}>
      {groupByAge(conversations, new Date()).map((group) => (
        <section key={group.label} aria-label={group.label}>
          <h2 className="px-2 pt-2 pb-1 font-medium text-12 text-tertiary">{group.label}</h2>
          <ul className="flex list-none flex-col gap-px">
            {group.conversations.map((conversation) => (
              <li key={conversation.id}>
                <Link
                  to={addressOf(conversation.id)}
                  isCurrent={conversation.id === current}
                  className="flex items-baseline gap-2 rounded-control px-2 py-1.5 text-13 hover:bg-hover aria-[current=page]:bg-active aria-[current=page]:font-medium"
                  {...(onChoose ? { onClick: onChoose } : {})}
                >
                  <span className="min-w-0 flex-1 truncate" dir="auto">
                    {conversationTitle(conversation)}
                  </span>
                  <RelativeTime
                    at={conversation.createdAt}
                    className="shrink-0 font-regular text-12 text-tertiary"
                  />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {props.children}
    </div>
  )
}

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}

function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key]
  if (!step) return
  const links: Element[] = [...event.currentTarget.querySelectorAll('a')]
  const at = document.activeElement ? links.indexOf(document.activeElement) : -1
  if (at === -1) return
  event.preventDefault()
  const next = links[step(at, links.length - 1)]
  if (next instanceof HTMLElement) next.focus()
}

/** A conversation's name; the specified words where it has none (product §2). */
export function conversationTitle({ title }: Pick<Conversation, 'title'>): string {
  return title ?? 'Untitled Conversation'
}
