import type { gatewayApi, loginRoutes } from '@portal/contracts/gateway'
import type { RouteCall, RouteResponse } from '@portal/contracts/route'
import type { serviceApis } from '@portal/contracts/services'

type Apis = typeof serviceApis & { readonly gateway: typeof gatewayApi & typeof loginRoutes }

/** Every route of the contracts as `<service>.<name>`: a load that names another is no program. */
export type RouteName = {
  [Service in keyof Apis]: `${Service}.${keyof Apis[Service] & string}`
}[keyof Apis]

type RouteOf<Name extends RouteName> = Name extends `${infer Service}.${infer Route}`
  ? Service extends keyof Apis
    ? Route extends keyof Apis[Service]
      ? Apis[Service][Route]
      : never
    : never
  : never

/** What a call of the route takes; a file is what k6 makes of it. */
export type LoadInput<Name extends RouteName, File> =
  RouteCall<RouteOf<Name>> extends infer Call
    ? Omit<Call, 'file' | 'fileName'> &
        (Call extends { readonly file: Blob } ? { readonly file: File } : unknown)
    : never

/** The response of the route, as its schema describes it. */
export type LoadResponse<Name extends RouteName> = RouteResponse<RouteOf<Name>>
