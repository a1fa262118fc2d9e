import type { Conversation } from '@portal/contracts/conversations'
import { Link } from '@portal/remote-kit/link'
import { classNames } from '@portal/ui/class-names'
import { RelativeTime } from '@portal/ui/relative-time'
import { useFocusAfterRemoval } from '@portal/ui/use-focus-after-removal'
import type { KeyboardEvent, ReactNode } from 'react'
import { ConversationMenu } from './conversation-menu.tsx'
import { conversationTitle } from './conversation-title.ts'
import { groupByAge } from './group-by-age.ts'

interface ConversationGroupsProps {
  readonly conversations: readonly Conversation[]
  readonly current: string | null
  readonly addressOf: (id: string) => string
  readonly onChoose: (() => void) | undefined
  readonly onDeleted: (id: string) => void
  /** Below the last one. */
  readonly children: ReactNode
}

/** Conversations under the time they began in. The arrow keys go from one to the next. */
export function ConversationGroups(props: ConversationGroupsProps) {
  const list = useFocusAfterRemoval<HTMLDivElement>(props.conversations.length)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside take the focus; the keys bubble up to here.
    <div
      ref={list}
      tabIndex={-1}
      className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1 pb-1 outline-none"
      onKeyDown={moveByArrow}
    >
      {groupByAge(props.conversations, new Date()).map((group) => (
        <section key={group.label} aria-label={group.label}>
          <h2 className="px-2 pt-2 pb-1 font-medium text-12 text-tertiary">{group.label}</h2>
          <ul className="flex list-none flex-col gap-px">
            {group.conversations.map((conversation) => (
              <ConversationRow key={conversation.id} conversation={conversation} {...props} />
            ))}
          </ul>
        </section>
      ))}
      {props.children}
    </div>
  )
}

interface ConversationRowProps
  extends Pick<ConversationGroupsProps, 'current' | 'addressOf' | 'onChoose' | 'onDeleted'> {
  readonly conversation: Conversation
}

/** Its acts take room of the title once the row is hovered or focused, and always for touch. */
function ConversationRow({ conversation, current, addressOf, onChoose, onDeleted }: ConversationRowProps) {
  const isCurrent = conversation.id === current
  return (
    <li className={classNames('group relative rounded-control', isCurrent ? 'bg-active' : 'hover:bg-hover')}>
      <Link
        to={addressOf(conversation.id)}
        isCurrent={isCurrent}
        className="flex min-w-0 flex-col rounded-control px-2 py-1.5 text-13 aria-[current=page]:font-medium"
        {...(onChoose ? { onClick: onChoose } : {})}
      >
        <span
          className="truncate group-focus-within:pr-7 group-hover:pr-7 group-has-data-[state=open]:pr-7 pointer-coarse:pr-7"
          dir="auto"
        >
          {conversationTitle(conversation)}
        </span>
        <RelativeTime at={conversation.createdAt} className="font-regular text-12 text-tertiary" />
        {conversation.found !== undefined && (
          <span className="line-clamp-2 font-regular text-12 text-tertiary" dir="auto">
            {conversation.found}
          </span>
        )}
      </Link>
      <span className="absolute top-0.5 right-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 group-has-data-[state=open]:opacity-100 pointer-coarse:opacity-100">
        <ConversationMenu conversation={conversation} onDeleted={onDeleted} />
      </span>
    </li>
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
