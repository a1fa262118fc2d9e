import { DepartmentDot, type DepartmentName } from './department-dot.tsx'
import { Drawing, Panel, PanelRow } from './drawing.tsx'

const documents: readonly { title: string; id: string; department: DepartmentName }[] = [
  { title: 'Breach Response Policy', id: 'LEG-014', department: 'Legal & Compliance' },
  { title: 'Remote Work Policy', id: 'HR-007', department: 'Human Resources' },
  { title: 'Access Control Standard', id: 'IT-021', department: 'Information Technology' },
  { title: 'Expense Guideline', id: 'FIN-003', department: 'Finance & Accounting' },
  { title: 'Cold Chain Procedure', id: 'OPS-011', department: 'Operations' },
]

export function Library() {
  return (
    <Drawing label="A list of documents with departments and IDs.">
      <Panel className="rounded-b-none border-b-0">
        <ul>
          {documents.map(({ title, id, department }) => (
            <PanelRow key={id}>
              <DepartmentDot of={department} />
              <span className="min-w-0 flex-1 truncate font-medium">{title}</span>
              <span className="text-12 text-tertiary">{id}</span>
            </PanelRow>
          ))}
        </ul>
      </Panel>
    </Drawing>
  )
}
