// Allowed dependencies by folder pattern: a new service, remote or adapter needs no new rule.
// biome-ignore lint/complexity/useMaxParams: a rule reads as a sentence, once each.
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })
// Tests, and a service's shared test code (its folder `test`).
const tests = '(\\.(test|journey|engines|cluster|(long-)?drill|fixture)\\.tsx?$|^services/[^/]+/test/)'

/** A package depends on these packages only, but for the files of `pathNot`. */
const onlyUses = (name, used, pathNot) =>
  forbid(
    `what-${name}-uses`,
    `${name} depends on ${used.join(', ') || 'no other package'}.`,
    { path: `^packages/${name}/`, ...(pathNot && { pathNot }) },
    {
      path: `^(packages/(?!(${[name, ...used].join('|')})/)|services|remotes|shell|deploy|tests|tools|bench)`,
    },
  )

export default {
  forbidden: [
    forbid('no-cycles', 'No circular imports.', {}, { circular: true }),
    onlyUses('contracts', [], tests),
    onlyUses('telemetry', [], tests),
    onlyUses('service-kit', ['contracts', 'telemetry'], tests),
    onlyUses('file-rules', [], tests),
    onlyUses('difference', ['file-rules'], tests),
    onlyUses('clauses', ['file-rules'], tests),
    onlyUses('contradictions', ['clauses'], tests),
    onlyUses('language', [], tests),
    onlyUses('ranking', ['clauses', 'file-rules', 'language'], tests),
    onlyUses(
      'adapters',
      ['contracts', 'service-kit', 'telemetry', 'file-rules', 'clauses', 'ranking', 'language'],
      tests,
    ),
    onlyUses('ui', []),
    onlyUses('remote-kit', ['contracts', 'ui']),
    forbid(
      'who-uses-adapters',
      'Adapters are for composition roots, testkit and bench.',
      { path: '^(services|remotes|shell)/', pathNot: `(/[a-z-]*main\\.ts$|${tests})` },
      { path: '^packages/adapters/' },
    ),
    forbid(
      'no-service-imports-a-service',
      'Services talk over HTTP and events.',
      { path: '^services/([^/]+)/' },
      { path: '^services/', pathNot: '^services/$1/' },
    ),
    forbid(
      'no-remote-imports-a-remote',
      'Remotes are deployed independently.',
      { path: '^remotes/([^/]+)/' },
      { path: '^remotes/', pathNot: '^remotes/$1/' },
    ),
    forbid(
      'the-shell-knows-no-remote',
      'The shell discovers remotes at run time; its tests lay out what remotes declare.',
      { path: '^shell/', pathNot: '^shell/src/testing/declared-remotes\\.ts$' },
      { path: '^remotes/' },
    ),
    forbid(
      'front-end-and-services-apart',
      'The front end depends on contracts, remote-kit and ui.',
      { path: '^(remotes|shell|packages/(ui|remote-kit))/', pathNot: '(rspack\\.config\\.ts$|/build/)' },
      {
        path: '^(services|deploy|tests|tools|bench|packages/(service-kit|telemetry|file-rules|clauses|contradictions|language|adapters|testkit)/)',
      },
    ),
    forbid(
      'services-know-the-kit',
      'Services depend on contracts and service-kit.',
      { path: '^services/', pathNot: `(/[a-z-]*main\\.ts$|${tests})` },
      { path: '^(remotes|shell|deploy|tests|tools|bench|packages/(ui|remote-kit|build|testkit)/)' },
    ),
    forbid(
      'the-database-client-is-the-kit’s',
      'Only service-kit connects to Postgres.',
      { pathNot: '^(packages/service-kit/|services/[^/]+/drizzle\\.config\\.ts$)' },
      { path: 'node_modules/postgres/' },
    ),
    forbid(
      'engine-clients-are-adapters’',
      'Only adapters import clients of other engines.',
      { pathNot: `^(packages/adapters/|bench/|packages/testkit/)` },
      {
        path: 'node_modules/(onnxruntime-node|unpdf|saxes|kafkajs|@elastic/elasticsearch|@aws-sdk|openai|unstructured-client)/',
      },
    ),
    forbid(
      'opentelemetry-is-telemetry’s',
      'Only packages/telemetry knows the SDK.',
      { pathNot: '^packages/telemetry/' },
      { path: 'node_modules/@opentelemetry/' },
    ),
    forbid(
      'oidc-provider-is-the-identity-service’s',
      'Only the identity service is an OpenID provider.',
      { pathNot: '^services/identity/' },
      { path: 'node_modules/oidc-provider/' },
    ),
    forbid(
      'remotes-get-the-router-from-remote-kit',
      'A shared router costs 56 KB.',
      { path: '^(remotes|packages/(ui|remote-kit))/' },
      { path: 'node_modules/react-router' },
    ),
    forbid(
      'tests-stay-tests',
      'Production code imports no tests.',
      { pathNot: tests },
      { path: '\\.(test|journey|engines|cluster|(long-)?drill)\\.tsx?$' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(/dist/|/drizzle/meta/|^tools/bootstrap/fixtures/|^tools/add/templates/)' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
