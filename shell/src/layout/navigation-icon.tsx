import {
  BookOpenCheck,
  Building2,
  ChartColumn,
  Circle,
  ClipboardCheck,
  Files,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  MessageSquare,
  MonitorSmartphone,
  ShieldCheck,
  UserRound,
  Users,
} from 'lucide-react'

/** The icons that a remote may name for its links. */
const icons: Readonly<Record<string, LucideIcon>> = {
  'book-open-check': BookOpenCheck,
  'building-2': Building2,
  'chart-column': ChartColumn,
  'clipboard-check': ClipboardCheck,
  files: Files,
  inbox: Inbox,
  'layout-dashboard': LayoutDashboard,
  'message-square': MessageSquare,
  'monitor-smartphone': MonitorSmartphone,
  'shield-check': ShieldCheck,
  'user-round': UserRound,
  users: Users,
}

/** A link's icon by its lucide name; a dot for a name that this shell does not know. */
export function NavigationIcon({ name }: { readonly name: string }) {
  const Icon = icons[name] ?? Circle
  return <Icon aria-hidden="true" />
}
