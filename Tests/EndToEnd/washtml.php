<?php
// Cleans the HTML of a mail as Roundcube does: from standard input to standard output.
// The first argument is the folder in which its packages are unpacked.
const RCUBE_CHARSET = 'UTF-8';
error_reporting(E_ALL & ~E_DEPRECATED);
$root = $argv[1];
spl_autoload_register(function ($class) use ($root) {
    $file = str_starts_with($class, 'Masterminds\\')
        ? "$root/usr/share/php/" . strtr($class, '\\', '/') . '.php'
        : "$root/usr/share/roundcube/program/lib/Roundcube/$class.php";
    if (is_file($file)) {
        require $file;
    }
});
$washer = new rcube_washtml([
    'allow_remote' => false, 'show_washed' => false, 'html_elements' => ['body'], 'charset' => RCUBE_CHARSET,
    'css_prefix' => 'v1', 'container_id' => 'message',
]);
echo $washer->wash(stream_get_contents(STDIN));
