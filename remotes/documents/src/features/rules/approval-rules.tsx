import type { ApprovalRule } from '@portal/contracts/approval-rules'
import { documentsApi } from '@portal/contracts/documents'
import { ConfirmAct } from '@portal/remote-kit/confirm-act'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { useCan } from '@portal/remote-kit/session'
import { useOpenedByAddress } from '@portal/remote-kit/use-opened-by-address'
import { Button } from '@portal/ui/button'
import { EmptyState } from '@portal/ui/empty-state'
import { Skeleton } from '@portal/ui/skeleton'
import { SkeletonList } from '@portal/ui/skeleton-list'
import { useFocusAfterRemoval } from '@portal/ui/use-focus-after-removal'
import { ClipboardCheck, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useDepartments } from '../library/queries.ts'
import { RuleCard } from './rule-card.tsx'
import { RuleDialog } from './rule-dialog.tsx'

/** What the screen asks in a dialog. */
type Open = { readonly act: 'add' } | { readonly act: 'edit' | 'delete'; readonly rule: ApprovalRule } | null

/** The rules in all states; stewards change them. */
export function ApprovalRules() {
  const rules = useRouteQuery(documentsApi.listApprovalRules, {})
  const mayManage = useCan(documentsApi.createApprovalRule)
  const list = useFocusAfterRemoval<HTMLUListElement>(rules.data?.length ?? 0)
  const [open, setOpen] = useState<Open>(null)
  useOpenedByAddress('new-rule', () => mayManage && setOpen({ act: 'add' }))
  const nameOf = useScopeName()
  const onClose = () => setOpen(null)
  const add = mayManage && (
    <Button variant="primary" onClick={() => setOpen({ act: 'add' })}>
      <Plus aria-hidden="true" className="size-4" />
      Add rule
    </Button>
  )
  return (
    <>
      {rules.isPending && <RulesSkeleton />}
      <ReadFailure title="The approval rules could not be loaded" query={rules} />
      {rules.data?.length === 0 && <NoRules action={add} />}
      {rules.data && rules.data.length > 0 && (
        <>
          <ul
            ref={list}
            tabIndex={-1}
            aria-label="Approval rules"
            className="flex flex-col gap-4 outline-none"
          >
            {rules.data.map((rule) => (
              <li key={rule.id}>
                <RuleCard
                  rule={rule}
                  scope={nameOf(rule.departmentId)}
                  mayManage={mayManage}
                  onEdit={() => setOpen({ act: 'edit', rule })}
                  onDelete={() => setOpen({ act: 'delete', rule })}
                />
              </li>
            ))}
          </ul>
          {add && <div>{add}</div>}
        </>
      )}
      {open?.act === 'add' && rules.data && <RuleDialog rules={rules.data} rule={null} onClose={onClose} />}
      {open?.act === 'edit' && <RuleDialog rules={rules.data ?? []} rule={open.rule} onClose={onClose} />}
      {open?.act === 'delete' && (
        <DeleteRule rule={open.rule} scope={nameOf(open.rule.departmentId)} onClose={onClose} />
      )}
    </>
  )
}

/** What a rule is about, by the number of its department. */
function useScopeName() {
  const { data: departments = [] } = useDepartments()
  return (departmentId: number | null) =>
    departmentId === null
      ? 'Whole organization'
      : (departments.find(({ id }) => id === departmentId)?.name ?? `Department ${departmentId}`)
}

function NoRules({ action }: { readonly action: ReactNode }) {
  return (
    <EmptyState
      icon={<ClipboardCheck />}
      title="No approval rules"
      description="Versions are approved as soon as they are submitted, unless their author names approvers."
      action={action}
    />
  )
}

interface DeleteRuleProps {
  readonly rule: ApprovalRule
  readonly scope: string
  readonly onClose: () => void
}

function DeleteRule({ rule, scope, onClose }: DeleteRuleProps) {
  const after =
    rule.departmentId === null
      ? 'Versions of documents without another rule will be approved as soon as they are submitted.'
      : 'The rule of the organization, if there is one, applies to its documents instead.'
  return (
    <ConfirmAct
      route={documentsApi.deleteApprovalRule}
      input={{ params: { id: rule.id } }}
      refreshes={[documentsApi.listApprovalRules.path]}
      success="Approval rule deleted"
      failure="Failed to delete the approval rule"
      onClose={onClose}
      title="Delete approval rule"
      question={
        <>
          Are you sure you want to delete the rule of "<bdi>{scope}</bdi>"? {after}
        </>
      }
      confirmLabel="Delete rule"
    />
  )
}

function RulesSkeleton() {
  return (
    <SkeletonList label="Loading approval rules" count={2} className="flex flex-col gap-4">
      <Skeleton className="h-36 w-full" />
    </SkeletonList>
  )
}
