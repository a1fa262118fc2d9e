"""Evaluates a Tiltfile without Tilt and prints, as JSON, what it would deploy and run.

evaluate.py <Tiltfile> <settings as JSON>: the language is Starlark's own interpreter; `helm template`
and local() really run. Other functions of Tilt record their arguments. A path that does not exist, a
field that Tilt does not know and an unknown function end it with a sentence.
"""

import json
import os
import subprocess
import sys

import starlark
import yaml

tiltfile, settings = os.path.abspath(sys.argv[1]), json.loads(sys.argv[2])
folder = os.path.dirname(tiltfile)
calls, objects = [], []

# Parameters by https://docs.tilt.dev/api.html, as far as a Tiltfile here may use them.
RECORDED = {
    'custom_build': ['ref', 'command', 'deps', 'live_update', 'ignore'],
    'docker_build': ['ref', 'context', 'dockerfile', 'target', 'only', 'ignore', 'live_update'],
    'k8s_resource': ['workload', 'new_name', 'port_forwards', 'links', 'resource_deps', 'labels'],
    'local_resource': [
        *['name', 'cmd', 'deps', 'auto_init', 'serve_cmd', 'serve_env'],
        *['readiness_probe', 'links', 'resource_deps', 'labels'],
    ],
}
VALUES = {
    'fall_back_on': ['files'],
    'http_get_action': ['port', 'path'],
    'link': ['url', 'name'],
    'port_forward': ['local_port', 'container_port', 'name'],
    'probe': ['http_get'],
    'sync': ['local_path', 'remote_path'],
}


def existing(path):
    found = os.path.join(folder, path)
    if not os.path.exists(found):
        raise ValueError(f'There is no {path}.')
    return found


def bound(name, parameters, args, options):
    unknown = set(options) - set(parameters)
    if unknown or len(args) > len(parameters):
        raise ValueError(f'{name} has no {", ".join(sorted(unknown)) or "such parameter"}.')
    return {'function': name, **dict(zip(parameters, args)), **options}


def recorder(name, parameters):
    def record(*args, **options):
        call = bound(name, parameters, args, options)
        for path in [call.get('dockerfile'), *call.get('deps', []), *call.get('only', [])]:
            if path is not None:
                existing(path)
        calls.append(call)

    return record


def value_of(name, parameters):
    def value(*args, **options):
        made = bound(name, parameters, args, options)
        for path in [*made.get('files', []), *([made['local_path']] if name == 'sync' else [])]:
            existing(path)
        return made

    return value


def run(command, **options):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, **options)
    if done.returncode != 0:
        raise ValueError(done.stderr.strip())
    return done.stdout


def helm(chart, name, namespace, values, set):
    command = [settings['helm'], 'template', name, existing(chart), '--namespace', namespace]
    command += [option for file in values for option in ('--values', existing(file))]
    return run(command + [option for setting in set for option in ('--set', setting)])


def documents(text):
    return [document for document in yaml.safe_load_all(text) if document]


definitions = {}


def define(kind):
    def record(name, usage=''):
        definitions[name] = kind

    return record


def parse():
    unknown = set(settings['arguments']) - set(definitions)
    if unknown:
        raise ValueError(f'The Tiltfile defines no {unknown}.')
    return settings['arguments']


module = starlark.Module()
functions = {
    **{name: recorder(name, parameters) for name, parameters in RECORDED.items()},
    **{name: value_of(name, parameters) for name, parameters in VALUES.items()},
    'helm': helm,
    'local': lambda command, quiet=False: run(command, shell=True),
    'read_file': lambda path: open(existing(path), encoding='utf8').read(),
    'decode_yaml_stream': documents,
    'encode_yaml_stream': lambda items: yaml.safe_dump_all(items),
    'k8s_yaml': lambda text: objects.extend(documents(text)),
    'config_define_string': define('string'),
    'config_define_string_list': define('list'),
    'config_parse': parse,
}
for name, function in functions.items():
    module.add_callable(name, function)
module['config_main_dir'] = folder
prelude = (
    'config = struct(main_dir=config_main_dir, parse=config_parse,'
    ' define_string=config_define_string, define_string_list=config_define_string_list)\n'
)
dialect = starlark.Dialect.extended()
dialect.enable_top_level_stmt = True
with open(tiltfile, encoding='utf8') as file:
    program = starlark.parse('Tiltfile', prelude + file.read(), dialect=dialect)
try:
    starlark.eval(module, program, starlark.Globals.extended_by([starlark.LibraryExtension.StructType]))
except starlark.StarlarkError as error:
    sys.exit(str(error))
print(json.dumps({'objects': objects, 'calls': calls}))
