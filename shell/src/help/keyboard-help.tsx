import { Dialog } from '@portal/ui/dialog'
import { Kbd } from '@portal/ui/kbd'
import { Fragment } from 'react'
import { usePaletteTitle } from '../palette/palette-title.ts'
import type { PanelProps } from '../palette/panel-props.ts'

interface Shortcut {
  /** Alternatives; the keys of one are pressed together. */
  readonly keys: readonly (readonly string[])[]
  readonly does: string
}

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)
const control = isApple ? '⌘' : 'Ctrl'

interface Group {
  readonly title: string
  readonly shortcuts: readonly Shortcut[]
}

/** All shortcuts that the portal has, by where they work. */
const groupsOf = (paletteTitle: string): readonly Group[] => [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: [[control, 'K']], does: paletteTitle },
      { keys: [['?']], does: 'Show these shortcuts' },
      { keys: [['/']], does: 'Go to the search box of the page' },
      { keys: [['F8']], does: 'Go to the message that has just appeared' },
      { keys: [['Esc']], does: 'Close what was opened last' },
    ],
  },
  {
    title: 'Lists and tables',
    shortcuts: [{ keys: [['↑'], ['↓']], does: 'Go to the row above or below' }],
  },
  {
    title: 'Assistant',
    shortcuts: [
      { keys: [['Enter']], does: 'Send the question' },
      { keys: [['Shift', 'Enter']], does: 'Begin a new line' },
    ],
  },
  {
    title: 'Documents',
    shortcuts: [
      { keys: [['Enter']], does: 'Go to the next match while searching in a document' },
      { keys: [['Shift', 'Enter']], does: 'Go to the previous match' },
      { keys: [['N'], ['J']], does: 'Go to the next change, within a difference' },
      { keys: [['P'], ['K']], does: 'Go to the previous change' },
      { keys: [[control, 'Enter']], does: 'Send a comment' },
    ],
  },
]

/** The keyboard shortcuts, opened with `?`. */
export function KeyboardHelp({ onClose }: PanelProps) {
  return (
    <Dialog onClose={onClose} title="Keyboard shortcuts">
      {groupsOf(usePaletteTitle()).map(({ title, shortcuts }) => (
        <div key={title}>
          <h3 className="mb-1 font-semibold text-12 text-tertiary">{title}</h3>
          <dl className="divide-y divide-subtle">
            {shortcuts.map(({ keys, does }) => (
              <div key={does} className="flex items-baseline justify-between gap-4 py-1.5 text-13">
                <dt>{does}</dt>
                <dd className="shrink-0">
                  <Keys keys={keys} />
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </Dialog>
  )
}

function Keys({ keys }: Pick<Shortcut, 'keys'>) {
  return keys.map((together, at) => (
    <Fragment key={together.join()}>
      {at > 0 && <span className="px-1 text-12 text-tertiary">or</span>}
      {together.map((key, nth) => (
        <Fragment key={key}>
          {nth > 0 && ' '}
          <Kbd>{key}</Kbd>
        </Fragment>
      ))}
    </Fragment>
  ))
}
