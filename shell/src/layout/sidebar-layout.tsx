import type { LayoutProps } from './chrome-props.ts'
import { LayoutHeader } from './layout-header.tsx'
import { MainArea } from './main-area.tsx'
import { PageTitle } from './page-title.tsx'
import { Sidebar } from './sidebar.tsx'

/** The default layout: a sidebar (a drawer on small screens) and a header. */
export function SidebarLayout({ children, ...props }: LayoutProps) {
  return (
    <div className="md:flex md:min-h-dvh print:block">
      <aside
        aria-label="Sidebar"
        className="sticky top-0 hidden h-dvh w-sidebar shrink-0 overflow-y-auto border-default border-r bg-panel md:block print:hidden"
      >
        <Sidebar {...props} />
      </aside>
      <div className="flex min-h-dvh min-w-0 flex-1 flex-col print:block print:min-h-0">
        <LayoutHeader {...props} menu={(close) => <Sidebar {...props} onChoose={close} />}>
          <HeaderTitle {...props} />
        </LayoutHeader>
        <MainArea className="flex min-h-0 flex-1 flex-col print:block">{children}</MainArea>
      </div>
    </div>
  )
}

/** The words of product §2 are those of the start page; other headers name their page. */
function HeaderTitle({ isHeading, path, session, title }: Omit<LayoutProps, 'children'>) {
  if (isHeading) return <h1 className="min-w-0 flex-1 truncate font-semibold text-16">{title}</h1>
  if (path !== '/' || session.organization === null) return <PageTitle>{title}</PageTitle>
  return (
    <div className="min-w-0 flex-1">
      <p className="line-clamp-2 font-semibold text-14 leading-4.5">Compliance Dashboard</p>
      <p className="hidden truncate text-12 text-tertiary md:block">
        Monitor and manage your organization's compliance
      </p>
    </div>
  )
}
