import { ServiceEnvironment } from '@portal/service-kit/config'

/** The environment of template-name: what every service reads. Settings of its own are added with `.extend`. */
export const TemplateNameEnvironment = ServiceEnvironment
