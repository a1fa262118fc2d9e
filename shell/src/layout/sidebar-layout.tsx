import type { LayoutProps } from './chrome-props.ts'
import { LayoutHeader } from './layout-header.tsx'
import { MainArea } from './main-area.tsx'
import { Sidebar } from './sidebar.tsx'

/** The default layout: a sidebar (a drawer on small screens) and a header. */
export function SidebarLayout({ children, ...props }: LayoutProps) {
  return (
    <div className="md:flex md:min-h-dvh">
      <aside
        aria-label="Sidebar"
        className="sticky top-0 hidden h-dvh w-sidebar shrink-0 overflow-y-auto border-default border-r bg-panel md:block"
      >
        <Sidebar {...props} />
      </aside>
      <div className="flex min-h-dvh min-w-0 flex-1 flex-col">
        <LayoutHeader {...props} menu={(close) => <Sidebar {...props} onChoose={close} />}>
          {props.isFixed ? (
            <h1 className="min-w-0 flex-1 truncate font-semibold text-16">{props.title}</h1>
          ) : (
            <div className="min-w-0 flex-1">
              <p className="truncate font-semibold text-14">Compliance Dashboard</p>
              <p className="hidden truncate text-12 text-tertiary md:block">
                Monitor and manage your organization's compliance
              </p>
            </div>
          )}
        </LayoutHeader>
        <MainArea className="flex min-h-0 flex-1 flex-col">{children}</MainArea>
      </div>
    </div>
  )
}
