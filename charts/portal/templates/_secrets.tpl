{{/*
Keys of an installation: those of the cluster if it has been installed before, else new ones, the
same throughout one rendering. Only parts without an existing Secret use them.
*/}}
{{- define "portal.keys" -}}
{{- if not (hasKey .Values "keys") }}
{{- $known := (lookup "v1" "Secret" .Release.Namespace (printf "%s-keys" .Release.Name)).data | default dict }}
{{- $keys := dict }}
{{- range $name := list "gateway" "audit" "invitation" "delegation" "oidcClient" "identityAdmin" "postgres" }}
{{- $_ := set $keys $name (hasKey $known $name | ternary (get $known $name | b64dec) (randBytes 32)) }}
{{- end }}
{{- $_ := set .Values "keys" $keys }}
{{- end }}
{{- .Values.keys | toJson }}
{{- end -}}

{{/* The name of the Secret of `name`, whose values are `part`. */}}
{{- define "portal.secret" -}}
{{- .part.existingSecret | default (include "portal-library.fullname" .) -}}
{{- end -}}

{{/* A login's password in the bundled Postgres, which is a key and the login's name, hashed. */}}
{{- define "portal.password" -}}
{{- printf "%s %s" (include "portal.keys" .root | fromJson).postgres .login | sha256sum -}}
{{- end -}}

{{- define "portal.database" -}}
{{- $login := printf "%s_%s" .database .role -}}
postgres://{{ $login }}:{{ include "portal.password" (dict "root" .root "login" $login) }}@{{ .root.Release.Name }}-postgres:5432/{{ .database }}
{{- end -}}

{{/* What a part without an existing Secret reads from its own, on bundled engines. */}}
{{- define "portal.secret-data" -}}
{{- $root := .root }}
{{- $keys := include "portal.keys" $root | fromJson }}
{{- $database := .name | replace "-" "_" }}
{{- range $role := list "owner" "app" "platform" }}
DATABASE_{{ upper $role }}_URL: {{ include "portal.database" (dict "root" $root "database" $database "role" $role) }}
{{- end }}
{{- if ne .name "identity" }}
EVENTS_URL: log:{{ include "portal.database" (dict "root" $root "database" "events" "role" "owner") }}
{{- end }}
{{- if eq .name "gateway" }}
GATEWAY_SECRET: {{ $keys.gateway | quote }}
OIDC_CLIENT_SECRET: {{ $keys.oidcClient | quote }}
{{- else if eq .name "team" }}
INVITATION_SECRET: {{ $keys.invitation | quote }}
IDENTITY_ADMIN_URL: oidc+http://:{{ sha256sum $keys.identityAdmin }}@{{ $root.Release.Name }}-identity:8082/
{{- else if eq .name "documents" }}
BLOBS_URL: file:/data/files
SEARCH_URL: sqlite:/data/search
PARSER_URL: "local:"
EMBEDDER_URL: onnx:e5-small-v2-int8
RANKER_URL: "embedded:"
{{- else if eq .name "chat" }}
MODEL_URL: "extractive:"
{{- else if eq .name "master-admin" }}
AUDIT_HEADS_URL: file:/data/audit-heads
AUDIT_SECRET: {{ $keys.audit | quote }}
{{- else if eq .name "identity" }}
OIDC_CLIENT_SECRET: {{ $keys.oidcClient | quote }}
ADMIN_SECRET: {{ sha256sum $keys.identityAdmin | quote }}
{{- end }}
{{- if has .name (list "gateway" "chat" "analytics") }}
DELEGATION_SECRET: {{ $keys.delegation | quote }}
{{- end }}
{{- end -}}
