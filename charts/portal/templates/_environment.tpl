{{/* What a part reads from its environment and is no secret. */}}
{{- define "portal.environment" -}}
{{- $release := .root.Release.Name }}
{{- $values := .root.Values }}
{{- $environment := dict "LISTEN_HOST" "0.0.0.0" "LISTEN_PORT" "8080" "LOG_LEVEL" $values.logLevel }}
{{- if not .part.exclusive }}{{ $_ := set $environment "LINGER_SECONDS" "3" }}{{ end }}
{{- if not (has .name (list "gateway" "identity")) }}
{{- $_ := set $environment "GATEWAY_URL" (printf "http://%s-gateway:8081" $release) }}
{{- end }}
{{- range $target := get (include "portal.calls" . | fromJson) .name | default list }}
{{- $variable := printf "%s_URL" ($target | upper | replace "-" "_") }}
{{- $_ := set $environment $variable (printf "http://%s-%s:8080" $release $target) }}
{{- end }}
{{- $operators := join "," $values.operators }}
{{- if eq .name "gateway" }}
{{- $_ := merge $environment (include "portal.gateway-environment" . | fromYaml) }}
{{- else if eq .name "team" }}
{{- $_ := merge $environment (dict "PORTAL_OPERATORS" $operators "PORTAL_PROTECTED_ACCOUNTS" $operators "PUBLIC_ORIGIN" $values.publicOrigin) }}
{{- else if eq .name "documents" }}
{{- $_ := set $environment "SPOOL_FOLDER" (ternary "/data/spool" "/tmp/spool" $values.storage.files.enabled) }}
{{- else if eq .name "master-admin" }}
{{- $_ := set $environment "PORTAL_PROTECTED_ACCOUNTS" $operators }}
{{- else if eq .name "marketing" }}
{{- $_ := merge $environment (dict "PUBLIC_ORIGIN" $values.publicOrigin "REMOTES_DIRECTORY" "/remotes") }}
{{- else if eq .name "identity" }}
{{- $_ := merge $environment (dict "ADMIN_PORT" "8082" "OIDC_ISSUER" (include "portal.issuer" .root) "BACKCHANNEL_LOGOUT_URL" (printf "http://%s-gateway:8081/api/backchannel-logout" $release)) }}
{{- end }}
{{- $_ := merge $environment (include "portal.telemetry-environment" .root | fromYaml) }}
{{- mergeOverwrite $environment .part.environment | toJson }}
{{- end -}}

{{/* Standard variables of OpenTelemetry, and those of the page Operations. */}}
{{- define "portal.telemetry-environment" -}}
{{- with .Values.telemetry.traces }}
{{- if .endpoint }}
OTEL_EXPORTER_OTLP_ENDPOINT: {{ .endpoint }}
OTEL_TRACES_SAMPLER: parentbased_traceidratio
OTEL_TRACES_SAMPLER_ARG: {{ .share | quote }}
{{- if .resource }}
OTEL_RESOURCE_ATTRIBUTES: {{ .resource | quote }}
{{- end }}
{{- end }}
{{- if .recent }}
RECENT_TRACES: "on"
{{- end }}
{{- end }}
{{- end -}}

{{- define "portal.gateway-environment" -}}
{{- $identity := .root.Values.identity }}
INTERNAL_PORT: "8081"
PUBLIC_ORIGIN: {{ .root.Values.publicOrigin }}
TRUSTED_PROXIES: {{ .root.Values.trustedProxies | quote }}
SHELL_DIRECTORY: /shell
REMOTES_DIRECTORY: /remotes
{{- with .root.Values.remotes.keys }}
REMOTE_KEYS: {{ . | quote }}
{{- end }}
OIDC_ISSUER: {{ include "portal.issuer" .root }}
OIDC_CLIENT_ID: portal-gateway
OIDC_SHELL_CLIENT_ID: portal-web
{{- if $identity.embedded }}
OIDC_REALM: embedded
OIDC_INTERNAL_ORIGIN: http://{{ .root.Release.Name }}-identity:8080
ACCOUNT_URL: {{ include "portal.issuer" .root }}/account
{{- else }}
OIDC_REALM: {{ $identity.realm }}
OIDC_INTERNAL_ORIGIN: {{ required "identity.internalOrigin is missing: the provider as the gateway reaches it." $identity.internalOrigin }}
OIDC_FILES_PATH: {{ $identity.filesPath }}
ACCOUNT_URL: {{ $identity.accountUrl | quote }}
{{- end }}
{{- end -}}

{{- define "portal.issuer" -}}
{{- if .Values.identity.embedded -}}
{{ .Values.publicOrigin }}/oidc
{{- else -}}
{{ required "identity.issuer is missing: the provider's address in browsers and tokens." .Values.identity.issuer }}
{{- end -}}
{{- end -}}

{{/* Which part calls which: docs/architecture.md, section 1. Policies and addresses follow. */}}
{{- define "portal.calls" -}}
{{- dict
  "gateway" (without (keys .root.Values.parts | sortAlpha) "gateway")
  "chat" (list "documents" "master-admin")
  "documents" (list "master-admin")
  "analytics" (list "documents")
  "master-admin" (list "team")
  | toJson }}
{{- end -}}

{{/* Which engines a part reaches, besides Postgres. */}}
{{- define "portal.engines" -}}
{{- dict
  "gateway" (list "events" "provider")
  "team" (list "events" "provider" "mail")
  "documents" (list "events" "files" "search" "models")
  "chat" (list "events" "models")
  "master-admin" (list "events" "files")
  "analytics" (list "events")
  "marketing" (list "events")
  "identity" (list "mail")
  "backup" (list "events" "files" "providerDatabase")
  "provision" (list "events" "files" "search" "provider")
  | toJson }}
{{- end -}}
