import { Skeleton } from '@portal/ui/skeleton'
import type { ReactNode } from 'react'
import type { Layout } from '../layout/layout-preference.ts'

/** A loading screen's placeholder. Appears with a delay, so that quick pages do not flash. */
export function ScreenSkeleton() {
  return (
    <div role="status" className="mx-auto w-full max-w-content px-gutter py-6">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-7 w-56" />
      <Skeleton className="mt-3 h-4 w-96 max-w-full" />
      <div className="mt-8 grid gap-4 md:grid-cols-2 lg:grid-cols-3">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((card) => (
          <Skeleton key={card} className="h-40 rounded-card" />
        ))}
      </div>
    </div>
  )
}

/** What is known before session and screen are: the layout, or that the page will have none. */
export function PageSkeleton({ layout }: { readonly layout: Layout | 'bare' }) {
  if (layout === 'bare') {
    return (
      <div role="status" className="min-h-dvh">
        <span className="sr-only">Loading</span>
      </div>
    )
  }
  const screen = <ScreenSkeleton />
  return layout === 'sidebar' ? <SidebarFrame>{screen}</SidebarFrame> : <TopBarFrame>{screen}</TopBarFrame>
}

interface FrameProps {
  readonly children: ReactNode
}

function SidebarFrame({ children }: FrameProps) {
  return (
    <div className="md:flex md:min-h-dvh">
      <div className="sticky top-0 hidden h-dvh w-sidebar shrink-0 flex-col gap-4 border-default border-r bg-panel p-3 md:flex">
        <Brand />
        <div className="flex flex-col gap-0.5">
          {['w-24', 'w-24', 'w-28', 'w-20', 'w-32'].map((width, at) => (
            <div key={`${at} ${width}`} className="flex h-8 items-center gap-2 px-2.5">
              <Skeleton className="size-4" />
              <Skeleton className={width} />
            </div>
          ))}
        </div>
      </div>
      <div className="flex min-h-dvh min-w-0 flex-1 flex-col">
        <Header>
          <Skeleton className="h-4 w-36" />
          <span className="flex-1" />
        </Header>
        {children}
      </div>
    </div>
  )
}

function TopBarFrame({ children }: FrameProps) {
  return (
    <>
      <Header>
        <Brand />
        <div className="hidden flex-1 gap-4 md:flex">
          {['w-20', 'w-20', 'w-12', 'w-16', 'w-12'].map((width, at) => (
            <Skeleton key={`${at} ${width}`} className={width} />
          ))}
        </div>
        <span className="flex-1" />
      </Header>
      <div className="h-10.25 border-default border-b bg-panel md:hidden" />
      {children}
    </>
  )
}

function Header({ children }: FrameProps) {
  return (
    <div className="flex h-topbar shrink-0 items-center gap-2 border-default border-b bg-panel px-gutter md:gap-4">
      {children}
      <Skeleton className="h-8 w-8 rounded-control lg:w-55" />
      <Skeleton className="size-7 rounded-pill" />
    </div>
  )
}

function Brand() {
  return (
    <div className="flex items-center gap-2.5 px-2.5 py-1">
      <Skeleton className="size-6 rounded-control" />
      <Skeleton className="w-28" />
    </div>
  )
}
