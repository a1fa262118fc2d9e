import {
  ChartNoAxesColumn,
  Circle,
  Files,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  MessageSquare,
  MessageSquareText,
  MonitorSmartphone,
  ShieldCheck,
  UserCog,
  Users,
} from 'lucide-react'

/** The icons that a remote may name for its links. */
const icons: Readonly<Record<string, LucideIcon>> = {
  'chart-no-axes-column': ChartNoAxesColumn,
  files: Files,
  inbox: Inbox,
  'layout-dashboard': LayoutDashboard,
  'message-square': MessageSquare,
  'message-square-text': MessageSquareText,
  'monitor-smartphone': MonitorSmartphone,
  'shield-check': ShieldCheck,
  'user-cog': UserCog,
  users: Users,
}

/** A link's icon by its lucide name; a dot for a name that this shell does not know. */
export function NavigationIcon({ name }: { readonly name: string }) {
  const Icon = icons[name] ?? Circle
  return <Icon aria-hidden="true" />
}
