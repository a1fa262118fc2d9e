import { DepartmentList } from '../features/departments/department-list.tsx'

/** The first screen of template-name. */
export function Screen() {
  return (
    <div className="mx-auto flex w-full max-w-content flex-col gap-6 px-gutter py-8">
      <h1 className="font-semibold text-20 tracking-tight">Template Name</h1>
      <DepartmentList />
    </div>
  )
}
