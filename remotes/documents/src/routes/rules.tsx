import { Link } from '@portal/remote-kit/link'
import { ChevronRight } from 'lucide-react'
import { ApprovalRules } from '../features/rules/approval-rules.tsx'

/** Whose approval versions need: rules of the organization and of departments. */
export function Screen() {
  return (
    <div data-in-order className="mx-auto flex w-full max-w-content flex-col gap-6 px-gutter py-6 md:py-8">
      <header>
        <nav aria-label="Breadcrumb" className="mb-1 flex items-center gap-1.5 text-13">
          <Link to="/approvals" className="text-accent-text hover:underline">
            Approvals
          </Link>
          <ChevronRight aria-hidden="true" className="size-3.5 text-tertiary" />
          <span aria-current="page">Rules</span>
        </nav>
        <h1 className="font-semibold text-20">Approval rules</h1>
        <p className="mt-1 text-13 text-secondary">
          Whose approval a version needs before it can become current. A department's own rule comes before
          the one of the organization; rounds that are open keep the rule with which they began.
        </p>
      </header>
      <ApprovalRules />
    </div>
  )
}
