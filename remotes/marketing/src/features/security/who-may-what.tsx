import { type Permission, type Role, roleCan, roleLabels } from '@portal/contracts/permissions'
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

/** Roles and what they may do; on small windows it scrolls within itself. */
export function WhoMayWhat() {
  return (
    <HeadedSection
      id="who"
      eyebrow="Roles"
      title="Who can see and do what"
      text="The same table decides what the screens show and what the server allows."
      ground="panel"
    >
      <section
        aria-label="Roles and their rights"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
        tabIndex={0}
        className="overflow-x-auto border-default border-t"
      >
        <table className="w-full min-w-180 text-14">
          <thead>
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
          <tbody>
            {rows.map(({ act, answers }) => (
              <tr key={act} className="border-default border-t">
                <th scope="row" className="px-pad py-3 text-start font-medium">
                  {act}
                </th>
                {answers.map((answer, at) => (
                  <td key={heads[at]} className="whitespace-nowrap px-3 py-3 last:pr-pad">
                    <Answer text={answer} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </HeadedSection>
  )
}

function Answer({ text }: { text: string }) {
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
      {text}
    </span>
  )
}
