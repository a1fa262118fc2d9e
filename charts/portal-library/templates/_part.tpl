{{/*
A part: its Deployment and what belongs to it. Takes `root`, `name`, `part` (its values), `ports` (by
name, the first serves the probes and `/metrics` unless `probePort` names another), `environment`, `secret`,
`volumes`, `mounts` and `before` (init containers).
*/}}
{{- define "portal-library.part" -}}
{{ include "portal-library.deployment" . }}
---
{{ include "portal-library.service" . }}
---
{{ include "portal-library.account" . }}
{{- if gt (int (include "portal-library.least-replicas" .)) 1 }}
---
{{ include "portal-library.disruption" . }}
{{- end }}
{{- if .part.autoscaling.enabled }}
---
{{ include "portal-library.scaling" . }}
{{- end }}
{{- end -}}

{{- define "portal-library.least-replicas" -}}
{{- if .part.autoscaling.enabled }}{{ .part.autoscaling.minReplicas }}{{ else }}{{ .part.replicas }}{{ end -}}
{{- end -}}

{{- define "portal-library.deployment" -}}
{{- $probe := .probePort | default (index .ports 0).name -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "portal-library.fullname" . }}
  labels: {{- include "portal-library.labels" . | nindent 4 }}
spec:
  {{- if not .part.autoscaling.enabled }}
  replicas: {{ .part.replicas }}
  {{- end }}
  revisionHistoryLimit: 5
  {{- if .part.exclusive }}
  strategy: { type: Recreate }
  {{- else }}
  strategy: { type: RollingUpdate, rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } }
  {{- end }}
  selector:
    matchLabels: {{- include "portal-library.selector" . | nindent 6 }}
  template:
    metadata:
      labels: {{- include "portal-library.labels" . | nindent 8 }}
      annotations:
        portal/secret: {{ .checksum | quote }}
        {{- if .root.Values.telemetry.annotations }}
        prometheus.io/scrape: "true"
        prometheus.io/path: /metrics
        {{- range .ports }}{{ if eq .name $probe }}
        prometheus.io/port: {{ .port | quote }}
        {{- end }}{{ end }}
        {{- end }}
    spec:
      serviceAccountName: {{ include "portal-library.fullname" . }}
      automountServiceAccountToken: false
      enableServiceLinks: false
      # The programs drain for 25 s at most; before, load balancers get 5 s to look away.
      terminationGracePeriodSeconds: 40
      {{- with .root.Values.image.pullSecrets }}
      imagePullSecrets: {{- toYaml . | nindent 8 }}
      {{- end }}
      securityContext: {{- include "portal-library.pod-security" dict | nindent 8 }}
      topologySpreadConstraints: {{- include "portal-library.spread" . | trim | nindent 8 }}
      {{- with .before }}
      initContainers: {{- . | nindent 8 }}
      {{- end }}
      containers:
        - name: {{ .name }}
          image: {{ include "portal-library.image" (dict "root" .root "image" (mergeOverwrite (deepCopy .root.Values.image) .part.image)) }}
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          args: [services/{{ .name }}/src/main.js]
          env: {{- include "portal-library.environment" .environment | trim | nindent 12 }}
          envFrom: [{ secretRef: { name: {{ .secret }} } }]
          ports:
            {{- range .ports }}
            - { name: {{ .name }}, containerPort: {{ .port }}, protocol: TCP }
            {{- end }}
          startupProbe: { httpGet: { path: /livez, port: {{ $probe }} }, periodSeconds: 2, failureThreshold: 150 }
          # Slow is not away: where processors are short all pods are, and none would be left.
          readinessProbe: { httpGet: { path: /readyz, port: {{ $probe }} }, periodSeconds: 5, timeoutSeconds: 10, failureThreshold: 3 }
          livenessProbe: { httpGet: { path: /livez, port: {{ $probe }} }, periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 6 }
          # Needs no shell.
          lifecycle: { preStop: { sleep: { seconds: 5 } } }
          securityContext: {{- include "portal-library.container-security" . | nindent 12 }}
          resources: {{- toYaml .part.resources | nindent 12 }}
          volumeMounts:
            - { name: tmp, mountPath: /tmp }
            {{- with .mounts }}{{ toYaml . | nindent 12 }}{{ end }}
      volumes:
        - { name: tmp, emptyDir: { sizeLimit: 1Gi } }
        {{- with .volumes }}{{ toYaml . | nindent 8 }}{{ end }}
{{- end -}}

{{- define "portal-library.service" -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ include "portal-library.fullname" . }}
  labels: {{- include "portal-library.labels" . | nindent 4 }}
spec:
  type: ClusterIP
  selector: {{- include "portal-library.selector" . | nindent 4 }}
  ports:
    {{- range .ports }}
    - { name: {{ .name }}, port: {{ .port }}, targetPort: {{ .name }}, protocol: TCP }
    {{- end }}
{{- end -}}

{{- define "portal-library.account" -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ include "portal-library.fullname" . }}
  labels: {{- include "portal-library.labels" . | nindent 4 }}
automountServiceAccountToken: false
{{- end -}}

{{- define "portal-library.disruption" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ include "portal-library.fullname" . }}
  labels: {{- include "portal-library.labels" . | nindent 4 }}
spec:
  maxUnavailable: 1
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels: {{- include "portal-library.selector" . | nindent 6 }}
{{- end -}}

{{- define "portal-library.scaling" -}}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ include "portal-library.fullname" . }}
  labels: {{- include "portal-library.labels" . | nindent 4 }}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: {{ include "portal-library.fullname" . }} }
  minReplicas: {{ .part.autoscaling.minReplicas }}
  maxReplicas: {{ .part.autoscaling.maxReplicas }}
  behavior: { scaleDown: { stabilizationWindowSeconds: 300 } }
  metrics:
    - type: Resource
      resource: { name: cpu, target: { type: Utilization, averageUtilization: {{ .part.autoscaling.cpuPercent }} } }
    {{- with .part.autoscaling.eventLag }}
    # Of all consumer groups of the part, divided among its pods.
    - type: External
      external:
        metric: { name: portal_event_lag, selector: { matchLabels: { service: {{ $.name }} } } }
        target: { type: AverageValue, averageValue: {{ . | quote }} }
    {{- end }}
    {{- with .part.autoscaling.furtherMetrics }}{{ toYaml . | nindent 4 }}{{ end }}
{{- end -}}
