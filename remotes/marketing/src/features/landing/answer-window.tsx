import { useState } from 'react'
import { answerExamples } from './answer-examples.ts'
import { EvidenceColumn } from './evidence-column.tsx'
import { ThreadColumn } from './thread-column.tsx'
import { WindowSidebar } from './window-sidebar.tsx'

/** The product at work: choose a question, choose a citation, see the sentence that answers. */
export function AnswerWindow() {
  const [shown, setShown] = useState({ example: 0, source: 0 })
  const example = answerExamples[shown.example] ?? answerExamples[0]
  return (
    <section
      aria-label="The assistant, with an invented organization"
      className="grid overflow-hidden rounded-window border border-strong bg-panel text-14 leading-5 shadow-popover lg:min-h-127 lg:grid-cols-[minmax(0,1fr)_392px] wide:grid-cols-[216px_minmax(0,1fr)_404px]"
    >
      <WindowSidebar />
      <ThreadColumn
        example={example}
        openSource={shown.source}
        onOpenSource={(source) => setShown({ ...shown, source })}
        onAsk={(chosen) => setShown({ example: chosen, source: 0 })}
      />
      <EvidenceColumn source={example.sources[shown.source]} number={shown.source + 1} />
    </section>
  )
}
