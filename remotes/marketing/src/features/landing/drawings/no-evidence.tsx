import { Badge } from '@portal/ui/badge'
import { Button } from '@portal/ui/button'
import { CircleHelp, FileText } from 'lucide-react'
import { Drawing } from './drawing.tsx'

/** What the assistant says when nothing in force covers the question. */
export function NoEvidence() {
  return (
    <Drawing label="An answer marked No evidence, with two nearby documents listed.">
      <p className="mb-3.5 ml-auto w-fit max-w-[90%] rounded-[14px_14px_4px_14px] bg-hover px-3 py-2">
        Do near misses go in the breach log?
      </p>
      <div className="rounded-card border border-strong border-dashed bg-panel p-4">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <Badge tone="warning" icon={<CircleHelp />}>
            No evidence
          </Badge>
          Your documents do not say.
        </p>
        <ul className="mt-2.5 mb-3.5 grid gap-2 text-13/4.5 text-secondary">
          {['Breach Response Policy · v4', 'Incident Response Plan · v2'].map((nearby) => (
            <li key={nearby} className="flex items-center gap-2">
              <FileText className="size-4 shrink-0" />
              <span className="truncate">{nearby}</span>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <Button size="sm">Ask the document owner</Button>
          <Button size="sm" variant="ghost">
            Rephrase
          </Button>
        </div>
      </div>
    </Drawing>
  )
}
