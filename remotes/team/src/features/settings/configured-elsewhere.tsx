import { Link } from '@portal/remote-kit/link'
import { Card } from '@portal/ui/card'
import { ChevronRight } from 'lucide-react'

const pages = [
  { to: '/approvals/rules', label: 'Approval rules', text: 'Who approves which documents, in which order' },
  { to: '/documents/synonyms', label: 'Synonyms', text: 'What people and documents call the same thing' },
  { to: '/assistant-settings', label: 'Assistant', text: 'Whether a language model answers, and its budget' },
] as const

/** What else an organization decides, and where. */
export function ConfiguredElsewhere() {
  return (
    <Card title="Configured on pages of their own">
      <ul>
        {pages.map(({ to, label, text }) => (
          <li key={to} className="border-subtle border-t first:border-t-0">
            <Link to={to} className="flex items-center gap-3 px-4 py-3 hover:bg-hover">
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{label}</span>
                <span className="block text-13 text-secondary">{text}</span>
              </span>
              <ChevronRight aria-hidden="true" className="size-4 text-tertiary" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
