{{/*
The pod of a job that runs a program of the image on stores. Takes `root`, `name`, `args`, `secret`, which
names the stores, and `environment`.
*/}}
{{- define "portal.job-pod" -}}
{{- $root := .root -}}
restartPolicy: Never
automountServiceAccountToken: false
enableServiceLinks: false
{{- with $root.Values.image.pullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
securityContext: {{- include "portal-library.pod-security" dict | nindent 2 }}
containers:
  - name: {{ .name }}
    image: {{ include "portal-library.image" (dict "root" $root "image" $root.Values.image) }}
    imagePullPolicy: {{ $root.Values.image.pullPolicy }}
    args: {{- toYaml .args | nindent 6 }}
    {{- with .environment }}
    env: {{- include "portal-library.environment" . | trim | nindent 6 }}
    {{- end }}
    envFrom: [{ secretRef: { name: {{ .secret }} } }]
    securityContext: {{- include "portal-library.container-security" $root | nindent 6 }}
    resources: { requests: { cpu: 50m, memory: 192Mi }, limits: { memory: 1Gi } }
    volumeMounts: [{ name: tmp, mountPath: /tmp }]
volumes: [{ name: tmp, emptyDir: { sizeLimit: 256Mi } }]
{{- end -}}
