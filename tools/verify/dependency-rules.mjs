// Allowed dependencies by folder pattern: a new service, remote or adapter needs no new rule.
// biome-ignore lint/complexity/useMaxParams: a rule reads as a sentence, once each.
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })
// Tests, and a service's shared test code (its folder `test`).
const tests = '(\\.(test|journey|engines|fixture)\\.tsx?$|^services/[^/]+/test/)'

export default {
  forbidden: [
    forbid('no-cycles', 'No circular imports.', {}, { circular: true }),
    forbid(
      'contracts-stand-alone',
      'Contracts depend on no other package.',
      { path: '^packages/contracts/', pathNot: tests },
      { path: '^(packages/(?!contracts/)|services|remotes|shell|deploy|tests|tools|bench)' },
    ),
    forbid(
      'service-kit-knows-contracts',
      'service-kit depends on contracts only.',
      { path: '^packages/service-kit/', pathNot: tests },
      { path: '^(packages/(?!contracts/|service-kit/)|services|remotes|shell|deploy|tests|tools|bench)' },
    ),
    forbid(
      'file-rules-stand-alone',
      'file-rules depends on no other package.',
      { path: '^packages/file-rules/', pathNot: tests },
      { path: '^(packages/(?!file-rules/)|services|remotes|shell|deploy|tests|tools|bench)' },
    ),
    forbid(
      'adapters-know-the-kit',
      'Adapters depend on contracts, service-kit and file-rules.',
      { path: '^packages/adapters/', pathNot: tests },
      {
        path: '^(packages/(?!contracts/|service-kit/|file-rules/|adapters/)|services|remotes|shell|deploy|tests|tools|bench)',
      },
    ),
    forbid(
      'who-uses-adapters',
      'Adapters are for composition roots, testkit and bench.',
      { path: '^(services|remotes|shell)/', pathNot: `(/main\\.ts$|${tests}|/evaluation/)` },
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
      { path: '^(services|deploy|tests|tools|bench|packages/(service-kit|file-rules|adapters|testkit)/)' },
    ),
    forbid(
      'services-know-the-kit',
      'Services depend on contracts and service-kit.',
      { path: '^services/', pathNot: `(/main\\.ts$|${tests}|/evaluation/)` },
      { path: '^(remotes|shell|deploy|tests|tools|bench|packages/(ui|remote-kit|build|testkit)/)' },
    ),
    forbid(
      'ui-stands-alone',
      'ui is independent of the domain.',
      { path: '^packages/ui/' },
      { path: '^(packages/(?!ui/)|services|remotes|shell|deploy|tests|tools|bench)' },
    ),
    forbid(
      'remote-kit-knows-contracts-and-ui',
      'remote-kit depends on contracts and ui.',
      { path: '^packages/remote-kit/' },
      { path: '^(packages/(?!contracts/|ui/|remote-kit/)|services|remotes|shell|deploy|tests|tools|bench)' },
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
        path: 'node_modules/(onnxruntime-node|unpdf|mammoth|kafkajs|@elastic/elasticsearch|@aws-sdk|openai|unstructured-client)/',
      },
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
      { path: '\\.(test|journey|engines)\\.tsx?$' },
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
