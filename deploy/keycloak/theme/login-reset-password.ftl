<#import "template.ftl" as layout>
<#import "form.ftl" as form>
<@layout.registrationLayout isOurs=true displayMessage=!messagesPerField.existsError("username") displayInfo=true; section>
<#if section = "header">Forgot your password?<#elseif section = "form">
<p class="lead">A link to choose a new one comes by e-mail.</p>
<form method="post" action="${url.loginAction}" novalidate>
<div class="fields">
<@form.field name="username" label="E-mail or user name" autocomplete="username" value=(auth.attemptedUsername)!"" isFocused=true/>
</div>
<button class="primary" type="submit">Send the link</button>
</form>
<#elseif section = "info"><a href="${url.loginUrl}">Back to login</a></#if>
</@layout.registrationLayout>
