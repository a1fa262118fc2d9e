{{/* What the Pod Security Standard `restricted` demands of a pod, with the images' account. */}}
{{- define "portal-library.pod-security" -}}
runAsNonRoot: true
runAsUser: {{ .uid | default 65532 }}
runAsGroup: {{ .uid | default 65532 }}
fsGroup: {{ .uid | default 65532 }}
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "portal-library.container-security" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{/* Values of `environment` that are literal, as a container's `env`. */}}
{{- define "portal-library.environment" -}}
{{- range $key, $value := . -}}
- { name: {{ $key }}, value: {{ $value | toString | quote }} }
{{ end }}
{{- end -}}

{{/* Spread over nodes and zones, as far as there are any. */}}
{{- define "portal-library.spread" -}}
{{- $selector := include "portal-library.selector" . | fromYaml }}
{{- range $key := list "kubernetes.io/hostname" "topology.kubernetes.io/zone" -}}
- maxSkew: 1
  topologyKey: {{ $key }}
  whenUnsatisfiable: ScheduleAnyway
  labelSelector: { matchLabels: {{ $selector | toJson }} }
{{ end }}
{{- end -}}
