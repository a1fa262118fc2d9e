import { type Permission, type Role, roleCan, roleLabels } from '@portal/contracts/permissions'
import { classNames } from '@portal/ui/class-names'
import { Check, Minus } from 'lucide-react'
import { HeadedSection } from '../site/section.tsx'

const columns: readonly Role[] = ['team_member', 'manager', 'facilitator', 'admin']

/** Read from the table that the services enforce, so that the page cannot differ from it. */
const acts: readonly { act: string; permission: Permission }[] = [
  { act: 'Ask the assistant', permission: 'chat:ask' },
  { act: 'Read current documents', permission: 'document:read' },
  { act: 'Read earlier and pending versions', permission: 'version:read-any' },
  { act: 'Upload and delete documents', permission: 'document:upload' },
  { act: 'Set who must approve', permission: 'approval-rule:manage' },
  { act: 'Change roles', permission: 'member:change-role' },
  { act: 'Read the audit trail', permission: 'audit:read' },
  { act: 'Create and delete departments', permission: 'department:create' },
]

const rows: readonly { act: string; answers: readonly string[] }[] = [
  ...acts.map(({ act, permission }) => ({
    act,
    answers: [...columns.map((role) => (roleCan(role, permission) ? 'Yes' : 'No')), 'No'],
  })),
  { act: 'Decide an approval', answers: [...columns.map(() => 'When named'), 'No'] },
  { act: 'Read another person’s conversations', answers: [...columns.map(() => 'No'), 'No'] },
  { act: 'Delete an organization', answers: [...columns.map(() => 'No'), 'Yes'] },
]

const heads = [...columns.map((role) => roleLabels[role]), 'Operator']

/** Roles and what they may do; on small windows each act names the roles that may. */
export function WhoMayWhat() {
  return (
    <HeadedSection
      id="who"
      eyebrow="Roles"
      title="Who can see and do what"
      text="The same table decides what the screens show and what the server allows."
      ground="panel"
    >
      <section aria-label="Roles and their rights" className="border-default border-t">
        <table className="w-full text-14 max-md:block">
          <thead className="max-md:sr-only">
            <tr>
              <th scope="col" className="px-pad py-3.5">
                <span className="sr-only">Action</span>
              </th>
              {heads.map((head) => (
                <th
                  key={head}
                  scope="col"
                  className="px-3 py-3.5 text-start font-medium text-13 text-tertiary last:pr-pad"
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="max-md:block">
            {rows.map(({ act, answers }) => (
              <tr
                key={act}
                className="border-default border-t max-md:flex max-md:flex-wrap max-md:gap-x-4 max-md:gap-y-1.5 max-md:px-pad max-md:py-3.5 max-md:first:border-t-0"
              >
                <th scope="row" className="text-start font-medium max-md:w-full md:px-pad md:py-3">
                  {act}
                </th>
                {answers.map((answer, at) => (
                  <td
                    key={heads[at]}
                    className={classNames(
                      'whitespace-nowrap md:px-3 md:py-3 md:last:pr-pad',
                      answer === 'No' && 'max-md:hidden',
                    )}
                  >
                    <Answer text={answer} role={heads[at] ?? ''} />
                  </td>
                ))}
                {answers.every((answer) => answer === 'No') && (
                  <td className="text-tertiary md:hidden">Nobody</td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </HeadedSection>
  )
}

/** On small windows the columns have no heads, so the role's name replaces "Yes". */
function Answer({ text, role }: { text: string; role: string }) {
  if (text === 'No') {
    return (
      <span className="inline-flex items-center gap-1.5 text-tertiary">
        <Minus className="size-4" />
        No
      </span>
    )
  }
  return (
    <span className="inline-flex items-center gap-1.5">
      {text === 'Yes' && <Check className="size-4 text-success-text" />}
      <span className="md:hidden">{role}</span>
      <span className={text === 'Yes' ? 'max-md:hidden' : 'max-md:text-tertiary max-md:lowercase'}>
        {text}
      </span>
    </span>
  )
}
